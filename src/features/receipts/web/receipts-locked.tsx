import { Link } from '@tanstack/react-router'
import { textLink } from '../../../web/ui/text-link.ts'
import { May } from '../../auth/web/may.tsx'
import { UpgradeCard } from '../../billing/web/upgrade-card.tsx'

/** Shown on a plan without receipts. Those that are there stay readable. */
export function ReceiptsLocked() {
  return (
    <UpgradeCard feature="receipts" title="Receipts are part of the Pro plan">
      Photograph a receipt, and its expense is filled in. On the Free plan you can still see, download and
      delete the receipts you have.{' '}
      <May permission="business.own">
        <Link to="/pricing" className={textLink}>
          See the plans
        </Link>
      </May>
    </UpgradeCard>
  )
}
