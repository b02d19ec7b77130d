-- A person has about twelve search keys. With the default of 1,000, deleting one reads the whole index of keys.
alter function user_search_keys(text, text, text, text) rows 12;
