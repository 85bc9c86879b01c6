import { Link2, Mail } from 'lucide-react'
import { useState } from 'react'
import { Button, type ButtonProps } from '../../../../web/ui/button.tsx'
import { classNames } from '../../../../web/ui/class-names.ts'
import { Dialog } from '../../../../web/ui/dialog.tsx'
import { Field } from '../../../../web/ui/fields/field.tsx'
import { Input } from '../../../../web/ui/fields/input.tsx'
import { showSuccess } from '../../../../web/ui/toast.ts'
import { CompactLabel, compactButton } from '../../../invoices/web/actions/compact-label.tsx'
import { useEmailEstimate } from './use-email-estimate.ts'

interface ButtonLook {
  variant?: ButtonProps['variant']
  describedBy?: string | undefined
  className?: string
}

export function EmailEstimateButton({
  estimateId,
  label = 'Email',
  variant = 'secondary',
  describedBy,
  className,
}: ButtonLook & { estimateId: string; label?: string }) {
  const mailing = useEmailEstimate(estimateId)
  return (
    <Button
      variant={variant}
      size="sm"
      busy={mailing.isPending}
      busyLabel={<CompactLabel>Sending...</CompactLabel>}
      aria-describedby={describedBy}
      className={classNames(compactButton, className)}
      onClick={() => mailing.mutate()}
    >
      <Mail aria-hidden className="max-sm:hidden as-cards:hidden" />
      <CompactLabel>{label}</CompactLabel>
    </Button>
  )
}

export function CopyLinkButton({
  publicUrl,
  variant = 'secondary',
  describedBy,
  className,
}: ButtonLook & { publicUrl: string }) {
  const [isDialogOpen, setIsDialogOpen] = useState<boolean>()

  async function copy() {
    try {
      await navigator.clipboard.writeText(publicUrl)
      showSuccess('Link Copied', 'The link to the estimate was copied.')
    } catch {
      // Browsers allow clipboard access only on HTTPS and localhost, and may deny it even there.
      setIsDialogOpen(true)
    }
  }

  return (
    <>
      <Button
        variant={variant}
        size="sm"
        aria-describedby={describedBy}
        className={classNames(compactButton, className)}
        onClick={() => void copy()}
      >
        <Link2 aria-hidden className="max-sm:hidden as-cards:hidden" />
        <CompactLabel>Copy Link</CompactLabel>
      </Button>
      {isDialogOpen !== undefined && (
        <Dialog
          open={isDialogOpen}
          onOpenChange={setIsDialogOpen}
          title="Link to the estimate"
          description="Your browser blocked copying. Select the link and copy it yourself."
        >
          <Field label="Link" hideLabel className="pb-1">
            <Input readOnly value={publicUrl} onFocus={(event) => event.currentTarget.select()} />
          </Field>
        </Dialog>
      )}
    </>
  )
}
