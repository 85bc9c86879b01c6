import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { type FormEvent, useId, useRef, useState } from 'react'
import { ApiError, call, messageOf } from '../../../web/api-client.ts'
import { HelpHint } from '../../../web/help-hint.tsx'
import { Button } from '../../../web/ui/button.tsx'
import { Dialog } from '../../../web/ui/dialog.tsx'
import { Field } from '../../../web/ui/fields/field.tsx'
import { Input } from '../../../web/ui/fields/input.tsx'
import { Notice } from '../../../web/ui/notice.tsx'
import { showSuccess } from '../../../web/ui/toast.ts'
import { May } from '../../auth/web/may.tsx'
import { ProBadge } from '../../billing/web/pro-badge.tsx'
import { useIsLocked } from '../../billing/web/use-is-locked.ts'
import { contentOf } from '../../invoices/web/form/content-values.ts'
import { invoiceQuery } from '../../invoices/web/invoice-api.ts'
import { createTemplate } from '../contract.ts'
import { refreshTemplates } from './template-api.ts'

interface SaveTemplateDialogProps {
  invoiceId: string
  open: boolean
  onOpenChange: (open: boolean) => void
}

export function SaveTemplateDialog({ invoiceId, open, onOpenChange }: SaveTemplateDialogProps) {
  const [name, setName] = useState('')
  const [error, setError] = useState<string>()
  const formId = useId()
  const field = useRef<HTMLInputElement>(null)
  const client = useQueryClient()
  const isLocked = useIsLocked('invoiceTemplates')
  const saving = useMutation({
    mutationFn: async () => {
      const invoice = await client.fetchQuery({ ...invoiceQuery(invoiceId), staleTime: 0 })
      return call(createTemplate, { body: { name, content: contentOf(invoice) } })
    },
    onSuccess: async (saved) => {
      await refreshTemplates(client)
      close()
      showSuccess('Template Saved', `“${saved.name}” is now under Invoices, Templates.`)
    },
    onError: (failure) => {
      if (failure instanceof ApiError && failure.fields['name']) setError(failure.fields['name'])
      else if (failure instanceof ApiError && failure.code === 'NAME_TAKEN') setError(failure.message)
    },
  })

  function close() {
    onOpenChange(false)
    setName('')
    setError(undefined)
    saving.reset()
  }

  function submit(event: FormEvent) {
    event.preventDefault()
    // React events of the dialog bubble to the form of the page.
    event.stopPropagation()
    if (saving.isPending) return
    if (name.trim() === '') {
      setError('Please enter a name.')
      field.current?.focus()
      return
    }
    setError(undefined)
    saving.mutate()
  }

  const refusal =
    saving.isError && error === undefined
      ? messageOf(saving.error, 'The template could not be saved. Please try again.')
      : null
  return (
    <Dialog
      size="sm"
      open={open}
      onOpenChange={(next) => (next ? onOpenChange(true) : close())}
      dismissible={!saving.isPending}
      title={<span className="flex items-center gap-2">Save as template {isLocked && <ProBadge />}</span>}
      description={
        isLocked
          ? 'Templates are part of the Pro plan. Save an invoice under a name and start the next one from it.'
          : 'This saves the client, charges, terms and notes under a name, so that you can start your next invoice from them.'
      }
      footer={
        <>
          <Button variant="secondary" disabled={saving.isPending} onClick={close}>
            Cancel
          </Button>
          {isLocked ? (
            <May permission="business.own">
              <Button asChild>
                <Link to="/settings" search={{ tab: 'subscription' }}>
                  Upgrade to Pro
                </Link>
              </Button>
            </May>
          ) : (
            <Button type="submit" form={formId} busy={saving.isPending} busyLabel="Saving...">
              Save Template
            </Button>
          )}
        </>
      }
    >
      {!isLocked && (
        <form id={formId} noValidate onSubmit={submit} className="flex flex-col gap-4">
          <Field label="Template Name" required help={<HelpHint topic="templates" />} error={error}>
            <Input
              ref={field}
              value={name}
              maxLength={80}
              autoComplete="off"
              onChange={(event) => {
                setName(event.target.value)
                setError(undefined)
              }}
            />
          </Field>
          {refusal && <Notice tone="error">{refusal}</Notice>}
        </form>
      )}
    </Dialog>
  )
}
