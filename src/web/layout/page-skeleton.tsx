import { Skeleton } from '../ui/skeleton.tsx'
import { Spinner } from '../ui/spinner.tsx'
import { Page } from './page.tsx'

export function PageSkeleton() {
  return (
    // As high as the viewport, so that the footer does not jump up and down again.
    <div className="min-h-dvh">
      <Page>
        <output className="sr-only">Loading...</output>
        <Skeleton className="h-8 w-48" />
        <Skeleton className="h-5 w-full max-w-md" />
        <Skeleton className="h-40 w-full" />
      </Page>
    </div>
  )
}

export function CheckingPermissions() {
  return (
    <Page>
      <output className="flex items-center justify-center gap-3 py-16 text-muted">
        <Spinner />
        Checking permissions...
      </output>
    </Page>
  )
}
