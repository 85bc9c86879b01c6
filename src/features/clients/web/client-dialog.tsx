import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useId } from 'react'
import { useForm } from 'react-hook-form'
import { ApiError, call, messageOf } from '../../../web/api-client.ts'
import { FormDialog } from '../../../web/forms/form-dialog.tsx'
import { resolverOf } from '../../../web/forms/form-resolver.ts'
import { Notice } from '../../../web/ui/notice.tsx'
import { showSuccess } from '../../../web/ui/toast.ts'
import { useHomeCurrency } from '../../auth/web/session.ts'
import { type ClientAccount, createClient, updateClient } from '../contract.ts'
import { refreshClients } from './client-api.ts'
import { ClientDetailFields } from './client-detail-fields.tsx'
import { type ClientFormValues, checkClientForm, fieldOf, inputOf, valuesOf } from './client-form-values.ts'
import { TakenNotice } from './taken-notice.tsx'

interface ClientDialogProps {
  /** Null for a new client. */
  client: ClientAccount | null
  open: boolean
  onOpenChange: (open: boolean) => void
  onSaved?: ((id: string) => void | Promise<void>) | undefined
}

export function ClientDialog(props: ClientDialogProps) {
  // Mounted when it opens, so that it starts with the saved details.
  return props.open ? <OpenDialog {...props} /> : null
}

function OpenDialog({ client, open, onOpenChange, onSaved }: ClientDialogProps) {
  const formId = useId()
  const queries = useQueryClient()
  const home = useHomeCurrency()
  const form = useForm<ClientFormValues>({
    defaultValues: valuesOf(client, home),
    resolver: resolverOf(checkClientForm),
  })
  const saving = useMutation({
    mutationFn: (values: ClientFormValues) => {
      const input = inputOf(values)
      return client
        ? call(updateClient, {
            params: { id: client.id },
            body: { client: input, updatedAt: client.updatedAt },
          })
        : call(createClient, { body: { client: input, noReminders: values.noReminders } })
    },
    onSuccess: async ({ id }, { name }) => {
      showSuccess(client ? 'Client Updated' : 'Client Added', `${name} was saved.`)
      // The dialog stays open until then, so that the page shows what was saved.
      await refreshClients(queries)
      onOpenChange(false)
      await onSaved?.(id)
    },
    onError: async (error) => {
      if (!(error instanceof ApiError)) return
      for (const [path, message] of Object.entries(error.fields)) {
        const field = fieldOf(path)
        if (field) form.setError(field, { type: 'server', message }, { shouldFocus: true })
      }
      if (error.code === 'CHANGED_ELSEWHERE') await refreshClients(queries)
    },
  })
  const problem = saving.error
  const isTaken = problem instanceof ApiError && problem.code === 'EMAIL_TAKEN'
  return (
    <FormDialog
      open={open}
      onOpenChange={onOpenChange}
      size="lg"
      title={client ? 'Edit client' : 'New client'}
      description={
        client
          ? 'Invoices that exist stay as they are. New ones use these details.'
          : 'Details that new invoices to this client start from.'
      }
      formId={formId}
      submitLabel={client ? 'Save Changes' : 'Add Client'}
      busy={saving.isPending}
      busyLabel="Saving..."
    >
      <form
        id={formId}
        noValidate
        className="flex flex-col gap-5"
        onSubmit={(event) => void form.handleSubmit((values) => saving.mutate(values))(event)}
      >
        {problem && (
          <output>
            {isTaken ? (
              <TakenNotice
                email={saving.variables?.email ?? ''}
                title="You already have a client with this email address"
              />
            ) : (
              <Notice tone="error">
                {messageOf(problem, 'The client could not be saved. Please try again.')}
              </Notice>
            )}
          </output>
        )}
        <ClientDetailFields form={form} isNew={client === null} />
      </form>
    </FormDialog>
  )
}
