import { Link } from '@tanstack/react-router'
import { Button } from '../../../../web/ui/button.tsx'
import { Dialog } from '../../../../web/ui/dialog.tsx'

interface PlanLimitDialogProps {
  /** The message of the server; null closes the dialog. */
  message: string | null
  onClose: () => void
}

export function PlanLimitDialog({ message, onClose }: PlanLimitDialogProps) {
  return (
    <Dialog
      size="sm"
      open={message !== null}
      onOpenChange={(open) => !open && onClose()}
      title="Your plan’s limit is reached"
      description={message}
      footer={
        <>
          <Button variant="secondary" onClick={onClose}>
            Not now
          </Button>
          <Button asChild>
            <Link to="/pricing">See plans</Link>
          </Button>
        </>
      }
    />
  )
}
