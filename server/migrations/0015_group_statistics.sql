-- A group belongs to one tenant: without knowing it, the planner takes a group for so much smaller than it is that it reads all
-- users of a tenant to find the first of a group in the order of a list (360 ms instead of 1 ms at 100,000 users).
create statistics group_member_group (dependencies) on tenant_id, group_id from group_member;
