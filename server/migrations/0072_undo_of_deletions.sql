-- Users who were deleted in the background can be restored together: each batch left a change with the images of its rows.

alter table user_change add column change_ids uuid[] not null default '{}';
comment on column user_change.change_ids is 'Of a deletion: the changes of its batches. Of its undo: those that it has still to put back.';
