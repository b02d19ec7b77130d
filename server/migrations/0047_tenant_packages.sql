-- The packages that a tenant's resource groups can have. The platform sends them with the license; until it does, they are
-- derived from the licensed package and the company's quotas, and follow both.
create table resource_group_package (
  tenant_id      uuid    not null,
  product_code   text    not null,
  package_id     text    not null,
  package_name   text    not null,
  is_uncreatable boolean not null default false,
  definitions    jsonb   not null,
  is_derived     boolean not null default false,
  constraint resource_group_package_pk primary key (tenant_id, product_code, package_id),
  constraint resource_group_package_tenant_fk foreign key (tenant_id) references tenant (tenant_id),
  constraint resource_group_package_id_given check (package_id <> '0'),
  constraint resource_group_package_definitions_list check (jsonb_typeof(definitions) = 'array')
);
comment on column resource_group_package.definitions is 'What the package contains: name, value and isBaseline of each quota.';
comment on column resource_group_package.is_derived is 'Follows the license and the quotas of the company; false once the platform or the operator sent packages of the product.';
select tenant_table('resource_group_package', grants => 'select, insert, update, delete');

alter table entitlement_ingest drop constraint entitlement_ingest_kind_known;
alter table entitlement_ingest add constraint entitlement_ingest_kind_known
  check (kind in ('application', 'data', 'model', 'quota', 'package'));

-- Tenants from before this table: the packages of the largest licensed package, with the company's quotas where they are set.
with quota (product_code, quota_name, package_name, total, place) as (values
  ('RI-RISKMODELER', 'maxConcurrentModelRuns', 'small', 4, 1), ('RI-RISKMODELER', 'maxConcurrentModelRuns', 'medium', 12, 1),
  ('RI-RISKMODELER', 'maxConcurrentModelRuns', '', 40, 1),
  ('RI-RISKMODELER', 'maxConcurrentNonModelRuns', 'small', 2, 2), ('RI-RISKMODELER', 'maxConcurrentNonModelRuns', 'medium', 6, 2),
  ('RI-RISKMODELER', 'maxConcurrentNonModelRuns', '', 20, 2),
  ('RI-RISKMODELER', 'modeledLocationsPerDay', 'small', 1000000, 3), ('RI-RISKMODELER', 'modeledLocationsPerDay', 'medium', 10000000, 3),
  ('RI-RISKMODELER', 'modeledLocationsPerDay', '', 50000000, 3),
  ('RI-EXPOSUREIQ', 'risksAccumulatedPerDay', 'essential', 5000000, 1), ('RI-EXPOSUREIQ', 'risksAccumulatedPerDay', '', 25000000, 1),
  ('RI-EXPOSUREIQ', 'maxConcurrentAccumulationJobs', 'essential', 4, 2), ('RI-EXPOSUREIQ', 'maxConcurrentAccumulationJobs', '', 16, 2),
  ('RI-EXPOSUREIQ', 'maxConcurrentNonAccumulationJobs', 'essential', 2, 3), ('RI-EXPOSUREIQ', 'maxConcurrentNonAccumulationJobs', '', 8, 3),
  ('RI-UNDERWRITEIQ', 'submittedLocationsPerDay', 'standard', 2000, 1), ('RI-UNDERWRITEIQ', 'submittedLocationsPerDay', '', 20000, 1),
  ('RI-UNDERWRITEIQ', 'maxJobsPerHour', 'standard', 100, 2), ('RI-UNDERWRITEIQ', 'maxJobsPerHour', '', 400, 2),
  ('RI-TREATYIQ', 'portfolioRollupsPerYear', 'standard', 60, 1), ('RI-TREATYIQ', 'portfolioRollupsPerYear', '', 400, 1),
  ('RI-TREATYIQ', 'maxConcurrentPortfolioRollupJobs', 'standard', 2, 2), ('RI-TREATYIQ', 'maxConcurrentPortfolioRollupJobs', '', 8, 2),
  ('RI-TREATYIQ', 'maxConcurrentProgramAnalysesJobs', 'standard', 3, 3), ('RI-TREATYIQ', 'maxConcurrentProgramAnalysesJobs', '', 12, 3),
  ('RI-TREATYIQ', 'maxConcurrentOtherJobs', 'standard', 1, 4), ('RI-TREATYIQ', 'maxConcurrentOtherJobs', '', 4, 4),
  ('RI-DATAADMIN', 'maxJobsPerDay', '', 2000, 1), ('RI-DATAADMIN', 'maxJobsPerHour', '', 400, 2),
  ('RI-DATAVAULT', 'maxJobsPerDay', '10 tb', 100, 1), ('RI-DATAVAULT', 'maxJobsPerDay', '', 400, 1),
  ('RI-COD-STN', 'submittedLocationsPerDay', '', 10000, 1)
), wanted (tenant_id, product_code) as (
  select tenant_id, product_code from application_license union select tenant_id, product_code from resource_group
  union select tenant_id, 'RI-DATAADMIN' from tenant
), total as (
  select w.tenant_id, w.product_code, q.quota_name, q.place, coalesce(c.value, max(q.total)) as value
    from wanted w join quota q using (product_code)
         left join company_quota c on c.tenant_id = w.tenant_id and c.product_code = w.product_code and c.quota_name = q.quota_name
   where case
     -- The largest, where no smaller one is licensed, or one that the list does not have.
     when q.package_name = '' then not exists (select from application_license l where l.tenant_id = w.tenant_id and l.product_code = w.product_code)
       or exists (select from application_license l where l.tenant_id = w.tenant_id and l.product_code = w.product_code
                     and lower(l.package_name) not in (select s.package_name from quota s where s.product_code = l.product_code))
     else exists (select from application_license l where l.tenant_id = w.tenant_id and l.product_code = w.product_code
                     and lower(l.package_name) = q.package_name) end
   group by w.tenant_id, w.product_code, q.quota_name, q.place, c.value
), package (package_id, package_name, hundredths, is_uncreatable) as (values
  ('1', 'default', 100, false), ('2', 'Quarter', 25, false), ('3', 'Half', 50, false), ('4', 'Three quarters', 75, false), ('5', 'Trial', 5, true)
)
insert into resource_group_package (tenant_id, product_code, package_id, package_name, is_uncreatable, definitions, is_derived)
select t.tenant_id, t.product_code, p.package_id, p.package_name,
       p.is_uncreatable or min(t.value * p.hundredths / 100) filter (where t.place = 1) = 0,
       jsonb_agg(jsonb_build_object('name', t.quota_name, 'isBaseline', t.place = 1, 'value',
                 case when t.place = 1 then t.value * p.hundredths / 100 else greatest(1, round(t.value * p.hundredths / 100.0)) end) order by t.place),
       true
  from total t cross join package p
 group by t.tenant_id, t.product_code, p.package_id, p.package_name, p.is_uncreatable;
