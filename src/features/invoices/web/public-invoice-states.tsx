import { FileQuestion, RotateCw } from 'lucide-react'

import { ApiError, messageOf } from '../../../web/api-client.ts'
import { Page } from '../../../web/layout/page.tsx'
import { Button } from '../../../web/ui/button.tsx'
import { Skeleton } from '../../../web/ui/skeleton.tsx'

interface PublicInvoiceProblemProps {
  error: Error
  retrying: boolean
  onRetry: () => void
}

const notThere = 'This invoice could not be found.'

/** A link that leads nowhere stays so; a server that was away may be back. */
export function PublicInvoiceProblem({ error, retrying, onRetry }: PublicInvoiceProblemProps) {
  const missing = error instanceof ApiError && error.code === 'NOT_FOUND'
  return (
    <Page width="narrow">
      <div role="alert" className="flex flex-col items-center py-16 text-center sm:py-24">
        <span className="mb-4 flex size-12 items-center justify-center rounded-full bg-surface-sunken text-muted">
          <FileQuestion aria-hidden className="size-5" />
        </span>
        <h1 className="text-xl font-semibold tracking-tight text-foreground">
          Invoice not found or could not be loaded
        </h1>
        <p className="mt-2 max-w-md text-muted">{missing ? notThere : messageOf(error, notThere)}</p>
        {missing ? (
          <p className="mt-1 max-w-md text-sm text-muted">
            Check that the link is complete, or ask whoever sent it to you.
          </p>
        ) : (
          <Button
            variant="secondary"
            className="mt-6"
            busy={retrying}
            busyLabel="Trying again..."
            onClick={onRetry}
          >
            <RotateCw aria-hidden />
            Try again
          </Button>
        )}
      </div>
    </Page>
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
