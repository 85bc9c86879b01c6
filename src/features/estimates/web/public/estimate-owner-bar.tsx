import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { ArrowLeft } from 'lucide-react'
import { useSession } from '../../../auth/web/session.ts'
import { OwnerBarFrame, ownerBarLink } from '../../../invoices/web/public/owner-bar.tsx'
import { estimateQuery } from '../estimate-api.ts'

/** Shown to the owner of the estimate. Only the owner's request for it succeeds. */
export function EstimateOwnerBar({ id }: { id: string }) {
  const signedIn = useSession().status === 'signed-in'
  const { isSuccess } = useQuery({ ...estimateQuery(id), enabled: signedIn, retry: false })
  if (!signedIn || !isSuccess) return null
  return (
    <OwnerBarFrame label="Your estimate">
      <Link to="/estimates/$id" params={{ id }} className={ownerBarLink}>
        <ArrowLeft aria-hidden className="size-4" />
        Back to estimate
      </Link>
    </OwnerBarFrame>
  )
}
