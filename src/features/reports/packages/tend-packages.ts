import { withPlatform } from '../../../platform/db/transaction.ts'
import type { Deps } from '../../../platform/deps.ts'
import { type PackageRef, makePackageJob, tendPackages } from './jobs.ts'
import { type PackageDeps, makePackage } from './make-package.ts'
import { deletePackage, failPackage } from './package-changes.ts'
import { daysKept, failedText } from './rules.ts'

interface Due extends PackageRef {
  what: 'old' | 'left' | 'stopped'
}

const due = `
  select business_id as "businessId", id as "packageId",
    case when created_at < $1::timestamptz - interval '${daysKept} days' then 'old'
      when created_at < $1::timestamptz - interval '1 day' then 'left' else 'stopped' end as what
  from report_packages
  where created_at < $1::timestamptz - interval '${daysKept} days'
    or (state in ('waiting', 'running') and created_at < $1::timestamptz - interval '1 day')
    or (state = 'running' and updated_at < now() - interval '2 minutes')
  order by created_at limit 100`

/** Starts packages again whose process died, gives up those that do not end, and removes old ones. */
export async function tend(deps: Deps<'database' | 'jobs' | 'now'>): Promise<void> {
  const { rows } = await deps.database.platform.query<Due>(due, [deps.now()])
  for (const { what, ...ref } of rows) {
    const key = { businessId: ref.businessId, id: ref.packageId }
    if (what === 'old') await deletePackage(deps, key)
    else if (what === 'left') await failPackage(deps, key, failedText)
    else await withPlatform(deps.database, (tx) => deps.jobs.enqueue(tx, makePackageJob, ref))
  }
}

export async function startPackageJobs(deps: PackageDeps): Promise<void> {
  const { jobs } = deps
  await jobs.work(makePackageJob, (ref, run) => makePackage(deps, ref, run))
  await jobs.work(tendPackages, () => tend(deps))
  await jobs.schedule(tendPackages, '* * * * *', {})
}
