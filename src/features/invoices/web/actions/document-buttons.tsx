import type { UseMutationResult } from '@tanstack/react-query'
import { Link2, Mail } from 'lucide-react'
import { useState } from 'react'
import { Button, type ButtonProps } from '../../../../web/ui/button.tsx'
import { classNames } from '../../../../web/ui/class-names.ts'
import { Dialog } from '../../../../web/ui/dialog.tsx'
import { Field } from '../../../../web/ui/fields/field.tsx'
import { Input } from '../../../../web/ui/fields/input.tsx'
import { showSuccess } from '../../../../web/ui/toast.ts'
import { useMay } from '../../../auth/web/session.ts'
import { CompactLabel, compactButton } from './compact-label.tsx'

export interface ButtonLook {
  variant?: ButtonProps['variant']
  describedBy?: string | undefined
  className?: string
}

interface EmailButtonProps extends ButtonLook {
  label?: string
  mailing: Pick<UseMutationResult<unknown, Error, void>, 'isPending' | 'mutate'>
}

/** Emails an invoice or an estimate, for those who may. */
export function EmailButton({
  label = 'Email',
  mailing,
  variant = 'secondary',
  describedBy,
  className,
}: EmailButtonProps) {
  return (
    useMay('sales.write') && (
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
  )
}

interface LinkButtonProps extends ButtonLook {
  publicUrl: string
  label: string
  copied: string
  dialogTitle: string
}

/** Copies the link to the page of an invoice or an estimate. */
export function LinkButton({
  publicUrl,
  label,
  copied,
  dialogTitle,
  variant = 'secondary',
  describedBy,
  className,
}: LinkButtonProps) {
  const [isDialogOpen, setIsDialogOpen] = useState<boolean>()

  async function copy() {
    try {
      await navigator.clipboard.writeText(publicUrl)
      showSuccess('Link Copied', copied)
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
        <CompactLabel>{label}</CompactLabel>
      </Button>
      {isDialogOpen !== undefined && (
        <Dialog
          open={isDialogOpen}
          onOpenChange={setIsDialogOpen}
          title={dialogTitle}
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
