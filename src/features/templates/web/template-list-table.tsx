import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { FilePlus2, Pencil, Trash2 } from 'lucide-react'
import { useRef, useState } from 'react'
import { dateIn, formatDate } from '../../../shared/dates.ts'
import { formatMoney } from '../../../shared/money.ts'
import { call, isNotFound, messageOf } from '../../../web/api-client.ts'
import { Button } from '../../../web/ui/button.tsx'
import { ConfirmDialog } from '../../../web/ui/confirm-dialog.tsx'
import { type Column, DataTable } from '../../../web/ui/data-table.tsx'
import { showError, showSuccess } from '../../../web/ui/toast.ts'
import { useMay } from '../../auth/web/session.ts'
import { ProBadge } from '../../billing/web/pro-badge.tsx'
import { deleteTemplate } from '../contract.ts'
import { type TemplateListItem, refreshTemplates, templateQuery } from './template-api.ts'

interface TemplateListTableProps {
  templates: readonly TemplateListItem[]
  loading: boolean
  isLocked: boolean
  timeZone: string
}

export function TemplateListTable({ templates, loading, isLocked, timeZone }: TemplateListTableProps) {
  return (
    <DataTable
      caption="Templates"
      columns={columnsFor(isLocked, timeZone)}
      rows={templates}
      rowKey={({ id }) => id}
      loading={loading}
    />
  )
}

const nameId = (id: string) => `template-${id}`

function columnsFor(isLocked: boolean, timeZone: string): ReadonlyArray<Column<TemplateListItem>> {
  return [
    {
      key: 'name',
      header: 'Name',
      primary: true,
      className: 'as-table:w-full',
      cell: ({ id, name, clientName }) => (
        <div id={nameId(id)} className="as-table:min-w-32">
          <Name id={id}>{name}</Name>
          <p className="own-words text-xs font-normal wrap-anywhere text-muted">{clientName}</p>
        </div>
      ),
    },
    {
      key: 'amount',
      header: 'Amount',
      numeric: true,
      cell: ({ totalMinor, currency }) => (
        <span className="font-semibold text-foreground">{formatMoney(totalMinor, { currency })}</span>
      ),
    },
    {
      key: 'updated',
      header: 'Updated',
      cell: ({ updatedAt }) => (
        <time dateTime={updatedAt} className="whitespace-nowrap">
          {formatDate(dateIn(timeZone, new Date(updatedAt)))}
        </time>
      ),
    },
    {
      key: 'actions',
      header: 'Actions',
      hideHeader: true,
      className: 'as-table:w-px as-cards:mr-0! as-cards:mb-0! as-cards:pt-3!',
      cell: (template) => <Actions template={template} isLocked={isLocked} />,
    },
  ]
}

/** A link to the form, for those who may change templates. */
function Name({ id, children }: { id: string; children: string }) {
  const look = 'own-words font-medium wrap-anywhere text-foreground'
  if (!useMay('sales.write')) return <span className={look}>{children}</span>
  return (
    <Link
      to="/invoices/templates/$id"
      params={{ id }}
      className={`${look} decoration-border-strong underline-offset-4 hover:underline touch:-my-2.5 touch:inline-block touch:py-2.5`}
    >
      {children}
    </Link>
  )
}

function Actions({ template, isLocked }: { template: TemplateListItem; isLocked: boolean }) {
  const [deleting, setDeleting] = useState<boolean>()
  const { id } = template
  if (!useMay('sales.write')) return null
  return (
    <div className="flex w-full items-center gap-2 as-table:justify-end">
      {isLocked ? (
        <span className="as-cards:mr-auto">
          <ProBadge />
        </span>
      ) : (
        <>
          <Button asChild variant="secondary" size="sm" className="as-cards:flex-auto">
            <Link to="/invoices/new" search={{ template: id }} aria-describedby={nameId(id)}>
              <FilePlus2 aria-hidden />
              Use
            </Link>
          </Button>
          <Button asChild variant="ghost" size="sm" className="as-cards:flex-auto">
            <Link to="/invoices/templates/$id" params={{ id }} aria-describedby={nameId(id)}>
              <Pencil aria-hidden />
              Edit
            </Link>
          </Button>
        </>
      )}
      <Button
        variant="ghost"
        size="icon"
        aria-label={`Delete ${template.name}`}
        onClick={() => setDeleting(true)}
      >
        <Trash2 aria-hidden />
      </Button>
      {deleting !== undefined && (
        <DeleteTemplateDialog template={template} open={deleting} onOpenChange={setDeleting} />
      )}
    </div>
  )
}

interface DeleteTemplateDialogProps {
  template: { id: string; name: string }
  open: boolean
  onOpenChange: (open: boolean) => void
}

function DeleteTemplateDialog({ template, open, onOpenChange }: DeleteTemplateDialogProps) {
  const client = useQueryClient()
  // Guards against a second click before `isPending` is rendered.
  const isStarted = useRef(false)
  const removal = useMutation({
    mutationFn: () =>
      call(deleteTemplate, { params: { id: template.id } }).catch((error: unknown) => {
        // Already deleted.
        if (!isNotFound(error)) throw error
      }),
    onSuccess: async () => {
      showSuccess('Template Deleted', `“${template.name}” was deleted.`)
      client.removeQueries(templateQuery(template.id))
      // The dialog stays open until the row is gone, so that the focus does not return to the row's button.
      await refreshTemplates(client)
      onOpenChange(false)
    },
    onError: (error) => {
      isStarted.current = false
      onOpenChange(false)
      showError(
        'Error deleting template',
        messageOf(error, 'Failed to delete the template. Please try again.'),
      )
    },
  })
  function remove() {
    if (isStarted.current) return
    isStarted.current = true
    removal.mutate()
  }
  return (
    <ConfirmDialog
      open={open}
      onOpenChange={onOpenChange}
      title={`Delete “${template.name}”?`}
      description="The template will be permanently deleted. Invoices created from it stay."
      confirmLabel="Delete"
      tone="danger"
      busy={removal.isPending}
      busyLabel="Deleting..."
      onConfirm={remove}
    />
  )
}
