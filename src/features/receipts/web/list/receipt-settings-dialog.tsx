import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { ApiError, call, messageOf } from '../../../../web/api-client.ts'
import { FormMoneyInput } from '../../../../web/forms/form-money-input.tsx'
import { type TypedAmount, typedAmountMessage } from '../../../../web/forms/typed-amount.ts'
import { Button } from '../../../../web/ui/button.tsx'
import { Dialog } from '../../../../web/ui/dialog.tsx'
import { ErrorState } from '../../../../web/ui/error-state.tsx'
import { Field } from '../../../../web/ui/fields/field.tsx'
import { Switch } from '../../../../web/ui/fields/switch.tsx'
import { Textarea } from '../../../../web/ui/fields/textarea.tsx'
import { Skeletons } from '../../../../web/ui/skeleton.tsx'
import { showError, showSuccess } from '../../../../web/ui/toast.ts'
import { useHomeCurrency } from '../../../auth/web/session.ts'
import { type ReceiptSettings, saveReceiptSettings } from '../../contract.ts'
import { receiptSettingsQuery, refreshReceipts } from '../receipt-api.ts'
import { ReceiptAddress } from './receipt-address.tsx'

interface ReceiptSettingsDialogProps {
  open: boolean
  onOpenChange: (open: boolean) => void
}

export function ReceiptSettingsDialog({ open, onOpenChange }: ReceiptSettingsDialogProps) {
  const formId = useId()
  const settings = useQuery({ ...receiptSettingsQuery, enabled: open })
  const [isSaving, setIsSaving] = useState(false)
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      dismissible={!isSaving}
      title="Receipt settings"
      footer={
        <>
          <Button variant="secondary" disabled={isSaving} onClick={() => onOpenChange(false)}>
            Cancel
          </Button>
          <Button type="submit" form={formId} disabled={!settings.data} busy={isSaving} busyLabel="Saving...">
            Save
          </Button>
        </>
      }
    >
      {settings.data ? (
        <SettingsForm
          id={formId}
          settings={settings.data}
          onBusy={setIsSaving}
          onSaved={() => onOpenChange(false)}
        />
      ) : settings.isError ? (
        <ErrorState title="The settings could not be loaded" query={settings} />
      ) : (
        <Skeletons sizes={['h-16 w-full', 'h-12 w-full']} />
      )}
    </Dialog>
  )
}

interface SettingsFormProps {
  id: string
  settings: ReceiptSettings
  onBusy: (isBusy: boolean) => void
  onSaved: () => void
}

function SettingsForm({ id, settings, onBusy, onSaved }: SettingsFormProps) {
  const client = useQueryClient()
  const format = { currency: useHomeCurrency() }
  const [missingFrom, setMissingFrom] = useState<TypedAmount>(settings.missingFromMinor)
  const [keepsLocation, setKeepsLocation] = useState(settings.keepsLocation)
  const [senders, setSenders] = useState(settings.senders.join('\n'))
  const [isTried, setIsTried] = useState(false)
  const amountError = isTried ? typedAmountMessage(missingFrom, format) : undefined

  const saving = useMutation({
    mutationFn: (missingFromMinor: number | null) => {
      const lines = senders.split(/[\n,;]/).map((line) => line.trim())
      return call(saveReceiptSettings, {
        body: { missingFromMinor, keepsLocation, senders: lines.filter((line) => line !== '') },
      })
    },
    onMutate: () => onBusy(true),
    onSuccess: async (saved) => {
      client.setQueryData(receiptSettingsQuery.queryKey, saved)
      showSuccess('Settings Saved')
      onSaved()
      await refreshReceipts(client)
    },
    onError: (error) => {
      if (sendersError(error) === undefined)
        showError('The settings were not saved', messageOf(error, 'Please try again.'))
    },
    onSettled: () => onBusy(false),
  })

  return (
    <form
      id={id}
      noValidate
      className="flex flex-col gap-5"
      onSubmit={(event) => {
        event.preventDefault()
        setIsTried(true)
        if (typeof missingFrom !== 'string') saving.mutate(missingFrom)
      }}
    >
      <Field
        label="Expenses from this amount need a receipt"
        optional
        hint="Those without one are listed. Leave it empty to list none."
        error={amountError}
      >
        <FormMoneyInput value={missingFrom} onChange={setMissingFrom} format={format} className="max-w-48" />
      </Field>
      <Switch
        label="Keep place and time of photos"
        description="Phones write both into their photos. Without this, they are removed from the pictures."
        checked={keepsLocation}
        onCheckedChange={setKeepsLocation}
      />
      {settings.takesMail && (
        <>
          <ReceiptAddress address={settings.address} />
          <Field
            label="Who may send receipts"
            optional
            hint="One email address a line. Members of your business may always send."
            error={sendersError(saving.error)}
          >
            <Textarea
              rows={3}
              inputMode="email"
              autoComplete="off"
              spellCheck={false}
              value={senders}
              onChange={(event) => setSenders(event.target.value)}
            />
          </Field>
        </>
      )}
    </form>
  )
}

/** The server names the line that it refuses, such as `senders.2`. */
function sendersError(error: unknown): string | undefined {
  if (!(error instanceof ApiError)) return undefined
  return Object.entries(error.fields).find(([path]) => path.startsWith('senders'))?.[1]
}
