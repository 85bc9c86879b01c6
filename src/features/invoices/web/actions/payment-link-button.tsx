import { Link2 } from 'lucide-react'
import { useState } from 'react'
import { Button } from '../../../../web/ui/button.tsx'
import { classNames } from '../../../../web/ui/class-names.ts'
import { Dialog } from '../../../../web/ui/dialog.tsx'
import { Field } from '../../../../web/ui/fields/field.tsx'
import { Input } from '../../../../web/ui/fields/input.tsx'
import { showSuccess } from '../../../../web/ui/toast.ts'
import { CompactLabel, compactButton } from './compact-label.tsx'

interface PaymentLinkButtonProps {
  publicUrl: string
  describedBy?: string | undefined
  className?: string | undefined
}

export function PaymentLinkButton({ publicUrl, describedBy, className }: PaymentLinkButtonProps) {
  const [isDialogOpen, setIsDialogOpen] = useState<boolean>()

  async function copy() {
    try {
      await navigator.clipboard.writeText(publicUrl)
      showSuccess('Link Copied', 'Payment link copied to clipboard.')
    } catch {
      // Browsers allow clipboard access only on HTTPS and localhost, and may deny it even there.
      setIsDialogOpen(true)
    }
  }

  return (
    <>
      <Button
        variant="secondary"
        size="sm"
        aria-describedby={describedBy}
        className={classNames(compactButton, className)}
        onClick={() => void copy()}
      >
        <Link2 aria-hidden className="max-sm:hidden as-cards:hidden" />
        <CompactLabel>Payment Link</CompactLabel>
      </Button>
      {isDialogOpen !== undefined && (
        <Dialog
          open={isDialogOpen}
          onOpenChange={setIsDialogOpen}
          title="Payment Link"
          description="Your browser does not let us copy it. Select the link and copy it yourself."
        >
          <Field label="Link" hideLabel className="pb-1">
            <Input readOnly value={publicUrl} onFocus={(event) => event.currentTarget.select()} />
          </Field>
        </Dialog>
      )}
    </>
  )
}
