-- Numbers were kept that nobody can have: what is dialled before a number was taken for a part of it, or an extension. By
-- its key, as the app makes it: one that begins with a 0, which no country's does, and one of Brazil that is none.
CREATE FUNCTION is_misread_number(phone_key text) RETURNS boolean LANGUAGE sql IMMUTABLE PARALLEL SAFE STRICT AS $$
  SELECT phone_key ~ '^0\d*$' OR (phone_key ~ '^55\d*$' AND phone_key !~ ('^55(?:'
    || '(?:[14689][1-9]|2[12478]|3[1-578]|5[1345]|7[134579])(?:9\d{8}|[2-9]\d{7})'
    || '|[3589]00\d{6,7}|(?:400\d|4020|300\d)\d{4})$'))
$$;
