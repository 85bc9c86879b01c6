import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { ArrowLeft, Eye } from 'lucide-react'
import type { ReactNode } from 'react'
import { useSession } from '../../../auth/web/session.ts'
import { invoiceQuery } from '../invoice-api.ts'

/** Shown to the owner of the invoice. Only the owner's request for the invoice succeeds. */
export function OwnerBar({ id }: { id: string }) {
  const signedIn = useSession().status === 'signed-in'
  const { isSuccess } = useQuery({ ...invoiceQuery(id), enabled: signedIn, retry: false })
  if (!signedIn || !isSuccess) return null
  return (
    <OwnerBarFrame label="Your invoice">
      <Link to="/invoices/$id" params={{ id }} className={ownerBarLink}>
        <ArrowLeft aria-hidden className="size-4" />
        Back to invoice
      </Link>
    </OwnerBarFrame>
  )
}

export const ownerBarLink =
  'inline-flex min-h-10 items-center gap-1.5 rounded-sm font-medium text-accent hover:underline touch:min-h-11'

/** `children` is the link back to the page of the owner. */
export function OwnerBarFrame({ label, children }: { label: string; children: ReactNode }) {
  return (
    <aside
      aria-label={label}
      className="border-b border-border bg-accent-soft text-sm text-foreground print:hidden"
    >
      <div className="mx-auto flex w-full max-w-page flex-wrap items-center justify-between gap-x-4 px-4 sm:px-6">
        <p className="flex items-center gap-2 py-2">
          <Eye aria-hidden className="size-4 shrink-0 text-accent" />
          This is what your client sees
        </p>
        {children}
      </div>
    </aside>
  )
}
