import { UserRoundPlus } from 'lucide-react'
import { useState } from 'react'
import { useFormContext, useWatch } from 'react-hook-form'
import { FormSection, wholeRow } from '../../../../web/forms/form-section.tsx'
import { Button } from '../../../../web/ui/button.tsx'
import { Notice } from '../../../../web/ui/notice.tsx'
import type { Client } from '../../../clients/contract.ts'
import { ClientChooser } from '../../../clients/web/client-chooser.tsx'
import type { ContentValues } from './content-values.ts'
import { FormTextField } from './form-text-field.tsx'

const emptyClient = { id: null, name: '', email: '', phone: '', address: '', contactName: '' }
// The browser would fill in the owner's own data here.
const noAutoComplete = { autoComplete: 'off' }

export function ClientFields({ hasClients }: { hasClients: boolean }) {
  const { control, getValues, setValue, setFocus } = useFormContext<ContentValues>()
  const id = useWatch({ control, name: 'client.id' })
  const [isBlank] = useState(() => getValues('client.name') === '')
  const [chosen, setChosen] = useState<{ id: string; name: string } | null>(null)
  const current = chosen?.id === id ? chosen : id === null ? null : { id, name: getValues('client.name') }

  function choose({ companyName, ...client }: Client) {
    setChosen({ id: client.id, name: companyName })
    setValue('client', { ...client, name: companyName }, { shouldDirty: true })
  }

  function startNew() {
    setValue('client', emptyClient, { shouldDirty: true })
    setFocus('client.name')
  }

  return (
    <FormSection
      title="Client"
      action={
        hasClients && (
          <Button variant="secondary" size="sm" onClick={startNew}>
            <UserRoundPlus aria-hidden />
            New Client
          </Button>
        )
      }
    >
      {hasClients && (
        <ClientChooser
          value={current}
          onChoose={choose}
          isFirst={isBlank}
          onClear={() => setValue('client.id', null, { shouldDirty: true })}
          className={wholeRow}
        />
      )}
      {id !== null && chosen?.id === id && (
        <output className={wholeRow}>
          <Notice tone="success">Changes to these details are saved to your client database.</Notice>
        </output>
      )}
      <FormTextField {...noAutoComplete} name="client.name" label="Client Company Name" required isFirst />
      <FormTextField {...noAutoComplete} name="client.email" label="Client Email" kind="email" required />
      <FormTextField {...noAutoComplete} name="client.contactName" label="Client Contact Name" />
      <FormTextField {...noAutoComplete} name="client.phone" label="Client Phone" kind="tel" />
      <FormTextField
        {...noAutoComplete}
        name="client.address"
        label="Client Address"
        kind="long"
        className={wholeRow}
      />
    </FormSection>
  )
}
