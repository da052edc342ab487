-- What the person searched for calls the middle of a maps search, for the history.
ALTER TABLE "searches" ADD COLUMN "place_name" VARCHAR(200);
