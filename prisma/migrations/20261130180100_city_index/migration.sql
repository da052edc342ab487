-- leads_place_idx serves what it served.
DROP INDEX "leads_city_idx";
