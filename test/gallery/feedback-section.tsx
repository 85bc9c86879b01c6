import { Landmark } from 'lucide-react'
import { Button } from '../../src/web/ui/button.tsx'
import { Card } from '../../src/web/ui/card.tsx'
import { EmptyState } from '../../src/web/ui/empty-state.tsx'
import { ErrorState } from '../../src/web/ui/error-state.tsx'
import { Notice } from '../../src/web/ui/notice.tsx'
import { Skeleton } from '../../src/web/ui/skeleton.tsx'
import { Spinner } from '../../src/web/ui/spinner.tsx'
import { showToast } from '../../src/web/ui/toast.ts'

export function FeedbackSection() {
  return (
    <>
      <div className="grid gap-4 sm:grid-cols-2">
        <Notice title="A demo bank is connected">
          Its transactions are made up. Connect your own at any time.
        </Notice>
        <Notice tone="success">Your changes are saved.</Notice>
        <Notice
          tone="attention"
          title="Change the initial password"
          actions={
            <Button size="sm" variant="secondary">
              Update Password
            </Button>
          }
        >
          It was printed once, at the first start.
        </Notice>
        <Notice tone="error" title="The invoice was not sent" role="note">
          The mail server did not answer. The invoice is saved; send it again in a minute.
        </Notice>
      </div>
      <div className="grid gap-4 sm:grid-cols-2">
        <Card>
          <EmptyState
            icon={Landmark}
            title="No bank connected"
            text="Connect one, and its transactions are imported automatically."
            action={<Button>Connect a bank</Button>}
          />
        </Card>
        <Card>
          <ErrorState onRetry={() => undefined} />
        </Card>
      </div>
      <div className="flex flex-wrap items-center gap-4">
        <Spinner label="Loading accounts..." size="lg" className="text-accent" />
        <div className="flex w-48 flex-col gap-2">
          <Skeleton className="h-4 w-40" />
          <Skeleton className="h-4 w-28" />
        </div>
        <Button variant="secondary" onClick={() => showToast({ title: 'Transactions Updated' })}>
          Plain toast
        </Button>
        <Button
          variant="secondary"
          onClick={() =>
            showToast({ title: 'Saved', description: 'Your profile is up to date.', tone: 'success' })
          }
        >
          Success toast
        </Button>
        <Button
          variant="secondary"
          onClick={() =>
            showToast({
              title: 'Password Too Short',
              description: 'Password must be at least 8 characters.',
              tone: 'error',
            })
          }
        >
          Error toast
        </Button>
      </div>
    </>
  )
}
