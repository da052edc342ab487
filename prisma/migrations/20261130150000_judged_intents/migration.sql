-- Whether a model of language has been asked about what the reader of answers could not tell.
ALTER TABLE "conversations" ADD COLUMN "intent_asked" BOOLEAN NOT NULL DEFAULT false;
