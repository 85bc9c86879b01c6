import { Link } from '@tanstack/react-router'
import { FileQuestion } from 'lucide-react'
import { messageOf } from '../../../../web/api-client.ts'
import { capitalized } from '../../../../web/format/capitalized.ts'
import { Page } from '../../../../web/layout/page.tsx'
import { Button } from '../../../../web/ui/button.tsx'
import { ErrorState } from '../../../../web/ui/error-state.tsx'
import type { RetriableQuery } from '../../../../web/ui/retry-button.tsx'
import { Skeleton } from '../../../../web/ui/skeleton.tsx'

interface PublicInvoiceProblemProps {
  what?: 'invoice' | 'estimate'
  /** The request that failed; left out if the document does not exist or was deleted. */
  failed?: (RetriableQuery & { error: Error | null }) | undefined
}

export function PublicInvoiceProblem({ what = 'invoice', failed }: PublicInvoiceProblemProps) {
  const notFoundText = `This ${what} could not be found.`
  return (
    <Page width="narrow">
      <ErrorState
        level={1}
        icon={FileQuestion}
        title={`${capitalized(what)} not found or could not be loaded`}
        text={failed ? messageOf(failed.error, notFoundText) : <NotFound text={notFoundText} />}
        query={failed}
      />
      {!failed && (
        <p className="-mt-6 text-center">
          <Button asChild variant="link">
            <Link to="/">Home</Link>
          </Button>
        </p>
      )}
    </Page>
  )
}

function NotFound({ text }: { text: string }) {
  return (
    <>
      {text}
      <br />
      Check that the link is complete, or ask the sender for a new one.
    </>
  )
}

export function SummarySkeleton() {
  return (
    <div className="flex flex-col gap-4 rounded-lg border border-border bg-surface p-5 shadow-card sm:p-6">
      <output className="sr-only">Loading...</output>
      <Skeleton className="h-5 w-48" />
      <Skeleton className="h-16 w-40" />
      <Skeleton className="h-10 w-full" />
      <Skeleton className="h-10 w-full" />
    </div>
  )
}

export function PaperSkeleton() {
  return (
    <div className="flex min-h-160 flex-col gap-8 rounded-lg border border-border bg-surface p-5 shadow-card sm:p-12">
      <div className="flex justify-between">
        <Skeleton className="h-12 w-32" />
        <Skeleton className="h-12 w-24" />
      </div>
      <div className="grid grid-cols-2 gap-6">
        <Skeleton className="h-24 max-w-48" />
        <Skeleton className="h-24 max-w-48" />
      </div>
      <Skeleton className="h-16 w-full" />
      <Skeleton className="h-40 w-full" />
      <Skeleton className="h-20 w-full max-w-80 self-end" />
    </div>
  )
}
