import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Plus } from 'lucide-react'
import { useRef, useState } from 'react'
import { call, messageOf } from '../../../web/api-client.ts'
import { Button } from '../../../web/ui/button.tsx'
import { Card, CardContent, CardDescription, CardHeader, CardTitle } from '../../../web/ui/card.tsx'
import { EmptyState } from '../../../web/ui/empty-state.tsx'
import { showError, showSuccess } from '../../../web/ui/toast.ts'
import { type OwnField, archiveOwnField, orderOwnFields } from '../contract.ts'
import { type FieldTarget, maxFields } from '../rules.ts'
import { FieldDialog } from './field-dialog.tsx'
import { FieldRow } from './field-row.tsx'
import { keepOwnFields } from './own-fields-api.ts'

interface FieldsCardProps {
  target: FieldTarget
  /** Archived ones come last. */
  fields: readonly OwnField[]
  isLocked: boolean
}

const words = {
  client: {
    title: 'Clients',
    text: 'You fill them in with the details of a client. Your clients don’t see them.',
    example: 'For example a customer number, a level, or the end of a contract.',
  },
  invoice: {
    title: 'Invoices',
    text: 'You fill them in on each invoice. You choose which your clients see.',
    example: 'For example a project, a site, or the date of an inspection.',
  },
}

export function FieldsCard({ target, fields, isLocked }: FieldsCardProps) {
  const { title, text, example } = words[target]
  const open = fields.filter(({ isArchived }) => !isArchived)
  const archived = fields.filter(({ isArchived }) => isArchived)
  const isFull = open.length >= maxFields
  const heading = useRef<HTMLHeadingElement>(null)
  const { archive, move, isBusy } = useFieldActions(target, open, () =>
    heading.current?.focus({ preventScroll: true }),
  )
  // Two states, so that the dialog keeps its text while it closes.
  const [selected, setSelected] = useState<OwnField | null>(null)
  const [isEditing, setIsEditing] = useState(false)
  const edit = (field: OwnField | null) => {
    setSelected(field)
    setIsEditing(true)
  }
  const add = (
    <Button
      variant="secondary"
      size="sm"
      disabled={isFull}
      aria-label={`Add Field for ${target}s`}
      onClick={() => edit(null)}
    >
      <Plus aria-hidden />
      Add Field
    </Button>
  )
  return (
    <Card aria-label={title}>
      <CardHeader>
        <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
          <CardTitle ref={heading} tabIndex={-1}>
            {title}
          </CardTitle>
          {!isLocked && add}
        </div>
        <CardDescription>
          {isFull
            ? `You have ${maxFields} fields here, the most there can be. Archive one to add another.`
            : text}
        </CardDescription>
      </CardHeader>
      <CardContent>
        {open.length === 0 && (
          <EmptyState title={`No fields for ${target}s yet`} text={example} className="py-6!" />
        )}
        <ul className="divide-y divide-border">
          {open.map((field, index) => (
            <FieldRow
              key={field.id}
              field={field}
              isLocked={isLocked}
              isBusy={isBusy}
              onEdit={() => edit(field)}
              onArchive={() => archive(field, true)}
              onUp={index > 0 ? () => move(index, index - 1) : null}
              onDown={index < open.length - 1 ? () => move(index, index + 1) : null}
            />
          ))}
        </ul>
        {archived.length > 0 && (
          <>
            <h3 className="mt-4 text-sm font-medium text-muted">Archived</h3>
            <ul className="divide-y divide-border">
              {archived.map((field) => (
                <li key={field.id} className="flex flex-wrap items-center justify-between gap-x-3 py-2">
                  <span className="own-words min-w-0 flex-1 text-sm wrap-anywhere text-muted">
                    {field.label}
                  </span>
                  {!isLocked && (
                    <Button
                      variant="ghost"
                      size="sm"
                      disabled={isBusy || isFull}
                      aria-label={`Bring Back ${field.label}`}
                      onClick={() => archive(field, false)}
                    >
                      Bring Back
                    </Button>
                  )}
                </li>
              ))}
            </ul>
          </>
        )}
      </CardContent>
      <FieldDialog target={target} field={selected} open={isEditing} onOpenChange={setIsEditing} />
    </Card>
  )
}

/** `focusAfter`: the button that archives a field goes with it. */
function useFieldActions(target: FieldTarget, open: readonly OwnField[], focusAfter: () => void) {
  const client = useQueryClient()
  const options = {
    onError: (error: Error) =>
      showError('The fields were not changed', messageOf(error, 'Please try again.')),
  }
  const archiving = useMutation({
    ...options,
    mutationFn: ({ field, archived }: { field: OwnField; archived: boolean }) =>
      call(archiveOwnField, { params: { id: field.id }, body: { archived } }),
    onSuccess: (fields, { field, archived }) => {
      keepOwnFields(client, fields)
      focusAfter()
      if (archived) showSuccess('Field Archived', `What ${field.label} holds stays where it is.`)
    },
  })
  const ordering = useMutation({
    ...options,
    mutationFn: (ids: string[]) => call(orderOwnFields, { body: { target, ids } }),
    onSuccess: (fields) => keepOwnFields(client, fields),
  })
  return {
    isBusy: archiving.isPending || ordering.isPending,
    archive: (field: OwnField, archived: boolean) => archiving.mutate({ field, archived }),
    move: (from: number, to: number) => {
      const ids = open.map(({ id }) => id)
      ids.splice(to, 0, ...ids.splice(from, 1))
      ordering.mutate(ids)
    },
  }
}
