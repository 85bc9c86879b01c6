import { Link } from '@tanstack/react-router'
import { Button } from '../../../../web/ui/button.tsx'
import { Dialog } from '../../../../web/ui/dialog.tsx'
import { May } from '../../../auth/web/may.tsx'

/** Shown when the plan allows no further invoice. `message` is null once it was closed. */
export function PlanLimitDialog({ message, onClose }: { message: string | null; onClose: () => void }) {
  return (
    <Dialog
      size="sm"
      open={message !== null}
      onOpenChange={(open) => !open && onClose()}
      title="You’ve reached your plan’s limit"
      description={message}
      footer={
        <>
          <Button variant="secondary" onClick={onClose}>
            Not now
          </Button>
          <May permission="business.own">
            <Button asChild>
              <Link to="/pricing">See plans</Link>
            </Button>
          </May>
        </>
      }
    />
  )
}
