-- Nothing yet: keeps the number for the change that is being made beside 0017 and 0018. Whoever brings it replaces this file.
select 1;
