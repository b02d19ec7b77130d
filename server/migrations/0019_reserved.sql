-- Nothing yet: keeps the number for the change that is being made beside it. Whoever brings it replaces this file.
select 1;
