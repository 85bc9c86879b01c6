import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { classNames } from '../../../web/ui/class-names.ts'
import { textLink } from '../../../web/ui/text-link.ts'
import { includesFeature } from '../../billing/rules.ts'
import { businessQuery } from '../../business/web/business-api.ts'

/** The other way to get transactions, on plans that include it. */
export function FilesInstead({ className }: { className?: string }) {
  const { data } = useQuery(businessQuery)
  if (!data || !includesFeature(data.plan, 'importAndExport')) return null
  return (
    <p className={classNames('text-sm text-muted', className)}>
      No connection for your bank?{' '}
      <Link to="/transactions/import" className={textLink}>
        Import a file
      </Link>
    </p>
  )
}
