import { useQuery } from '@tanstack/react-query'
import { formatMoney } from '../../../../shared/money.ts'
import { classNames } from '../../../../web/ui/class-names.ts'
import { useHasTeam, useMay } from '../../../auth/web/session.ts'
import { approvalLimitQuery } from './approval-api.ts'

/** Tells those whose invoices may have to wait, before they save one. */
export function ApprovalHint({ className }: { className: string }) {
  const hasTeam = useHasTeam()
  const mayApprove = useMay('invoices.approve')
  const { data } = useQuery({ ...approvalLimitQuery, enabled: hasTeam && !mayApprove })
  if (mayApprove || !data || data.aboveMinor === null) return null
  return (
    <p className={classNames('text-sm text-muted', className)}>
      Invoices above {formatMoney(data.aboveMinor, data)} wait for approval by the owner or an admin first.
    </p>
  )
}
