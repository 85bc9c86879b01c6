import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useCallback, useState } from 'react'
import { call, messageOf } from '../../../web/api-client.ts'
import { Button } from '../../../web/ui/button.tsx'
import { Dialog } from '../../../web/ui/dialog.tsx'
import { ErrorState } from '../../../web/ui/error-state.tsx'
import { Combobox } from '../../../web/ui/fields/combobox.tsx'
import { Field } from '../../../web/ui/fields/field.tsx'
import type { ComboboxOption } from '../../../web/ui/fields/use-combobox-options.ts'
import { Notice } from '../../../web/ui/notice.tsx'
import { Skeletons } from '../../../web/ui/skeleton.tsx'
import { showSuccess } from '../../../web/ui/toast.ts'
import { type Client, mergeClients } from '../contract.ts'
import { clientsQuery, mergePreviewQuery, refreshClients } from './client-api.ts'

interface MergeDialogProps {
  client: Pick<Client, 'id' | 'companyName'>
  open: boolean
  onOpenChange: (open: boolean) => void
  onMerged: (id: string) => void | Promise<void>
}

export function MergeDialog(props: MergeDialogProps) {
  // Mounted when it opens, so that nothing is chosen then.
  return props.open ? <OpenDialog {...props} /> : null
}

function OpenDialog({ client, open, onOpenChange, onMerged }: MergeDialogProps) {
  const queries = useQueryClient()
  const [into, setInto] = useState<ComboboxOption | null>(null)
  const preview = useQuery({
    ...mergePreviewQuery(client.id, into?.value ?? ''),
    enabled: into !== null,
  })
  const merging = useMutation({
    mutationFn: (id: string) => call(mergeClients, { params: { id: client.id }, body: { into: id } }),
    onSuccess: async ({ id }) => {
      showSuccess('Clients Merged', `${client.companyName} is now part of ${into?.label}.`)
      await onMerged(id)
      await refreshClients(queries)
      onOpenChange(false)
    },
  })
  const find = useCallback(
    async (text: string) => {
      const { clients } = await queries.fetchQuery(clientsQuery(text.trim().slice(0, 200)))
      return clients
        .filter(({ id }) => id !== client.id)
        .map(({ id, companyName, email }) => ({ value: id, label: companyName, description: email }))
    },
    [queries, client.id],
  )
  const isReady = into !== null && preview.data?.into.id === into.value
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      dismissible={!merging.isPending}
      title={
        <>
          Merge <span className="own-words">{client.companyName}</span>
        </>
      }
      description="For a client that is here twice. Everything moves to the client you choose. This can’t be undone."
      footer={
        <>
          <Button variant="secondary" disabled={merging.isPending} onClick={() => onOpenChange(false)}>
            Cancel
          </Button>
          <Button
            busy={merging.isPending}
            busyLabel="Merging..."
            disabled={!isReady}
            onClick={() => into && merging.mutate(into.value)}
          >
            Merge clients
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-5">
        <Field label="Merge into" hint="Search by name or email.">
          <Combobox
            value={into}
            placeholder="Choose a client"
            emptyText="No other client found."
            onSearch={find}
            onValueChange={(option) => {
              merging.reset()
              setInto(option)
            }}
          />
        </Field>
        <div aria-live="polite" className="empty:hidden">
          {into !== null && <Preview preview={preview} name={client.companyName} />}
        </div>
        {merging.error && (
          <Notice tone="error">
            {messageOf(merging.error, 'The clients could not be merged. Please try again.')}
          </Notice>
        )}
      </div>
    </Dialog>
  )
}

interface PreviewProps {
  preview: ReturnType<typeof useQuery<{ into: Client; moves: string[]; addsNotes: boolean }>>
  name: string
}

function Preview({ preview, name }: PreviewProps) {
  if (preview.isError) return <ErrorState query={preview} className="py-4!" />
  if (!preview.data) return <Skeletons sizes={['h-5 w-56', 'h-5 w-40']} />
  const { into, moves, addsNotes } = preview.data
  return (
    <dl className="grid gap-3 rounded-lg bg-surface-sunken p-4 text-sm">
      <Fact label="Moves">
        {moves.length === 0 ? 'Nothing belongs to this client.' : moves.join(', ')}
        {addsNotes && <span className="block">The notes are added to the notes there.</span>}
      </Fact>
      <Fact label="Details that stay">
        <span className="own-words font-medium text-foreground">{into.companyName}</span>
        <span className="own-words block wrap-anywhere">
          {[into.contactName, into.email, into.phone].filter(Boolean).join(', ')}
        </span>
      </Fact>
      <Fact label="Afterwards">
        <span className="own-words">{name}</span> is no longer listed. Invoices keep their text, and new
        invoices to its email address belong to <span className="own-words">{into.companyName}</span>.
      </Fact>
    </dl>
  )
}

function Fact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div>
      <dt className="text-muted">{label}</dt>
      <dd className="text-foreground">{children}</dd>
    </div>
  )
}
