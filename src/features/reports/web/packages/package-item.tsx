import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Download, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { call, messageOf } from '../../../../web/api-client.ts'
import { ProgressBar } from '../../../../web/imports/progress-bar.tsx'
import { Button } from '../../../../web/ui/button.tsx'
import { ConfirmDialog } from '../../../../web/ui/confirm-dialog.tsx'
import { showError } from '../../../../web/ui/toast.ts'
import { rangeLabel } from '../../../periods/rules.ts'
import { type ReportPackage, deletePackage } from '../../packages/contract.ts'
import { isOpen, packageFileUrl, packagesQuery } from './package-api.ts'
import { packageText } from './package-text.ts'

interface PackageItemProps {
  one: ReportPackage
  timeZone: string
}

/** A package with how far it is, or with its download. */
export function PackageItem({ one, timeZone }: PackageItemProps) {
  const { id, state, done, total } = one
  const [asks, setAsks] = useState(false)
  const title = rangeLabel(one)
  return (
    <li className="flex flex-col gap-3 px-4 py-4 sm:flex-row sm:items-center sm:px-6">
      <div className="min-w-0 flex-1">
        <p className="font-medium text-foreground">{title}</p>
        <p className="text-sm wrap-anywhere text-muted tabular-nums" aria-live="polite">
          {packageText(one, timeZone)}
        </p>
        {isOpen(one) && (
          <div className="mt-2">
            <ProgressBar aria-label={`Making the package for ${title}`} max={total} value={done} />
          </div>
        )}
      </div>
      <div className="flex gap-2">
        {state === 'ready' && (
          <Button asChild variant="secondary">
            <a href={packageFileUrl(id)} download aria-label={`Download the package for ${title}`}>
              <Download aria-hidden />
              Download
            </a>
          </Button>
        )}
        <Button variant="ghost" aria-label={`Delete the package for ${title}`} onClick={() => setAsks(true)}>
          <Trash2 aria-hidden />
          Delete
        </Button>
      </div>
      <DeletePackageDialog one={one} open={asks} onOpenChange={setAsks} />
    </li>
  )
}

interface DeletePackageDialogProps {
  one: ReportPackage
  open: boolean
  onOpenChange: (open: boolean) => void
}

function DeletePackageDialog({ one, open, onOpenChange }: DeletePackageDialogProps) {
  const client = useQueryClient()
  const deleting = useMutation({
    mutationFn: () => call(deletePackage, { params: { id: one.id } }),
    onSuccess: () => onOpenChange(false),
    onError: (error) => showError('The package was not deleted', messageOf(error, 'Please try again.')),
    onSettled: () => client.invalidateQueries({ queryKey: packagesQuery.queryKey }),
  })
  return (
    <ConfirmDialog
      open={open}
      onOpenChange={onOpenChange}
      title="Delete this package?"
      description={
        isOpen(one)
          ? 'It is still being made, and that stops. Your records stay as they are.'
          : 'The file is removed. Your records stay as they are, and you can make the package again.'
      }
      confirmLabel="Delete"
      tone="danger"
      busy={deleting.isPending}
      busyLabel="Deleting..."
      onConfirm={() => deleting.mutate()}
    />
  )
}
