import { UserRoundPlus } from 'lucide-react'
import { useRef, useState } from 'react'
import { useFormContext, useFormState, useWatch } from 'react-hook-form'
import { focusField } from '../../../../web/forms/focus-field.ts'
import { FormSection, wholeRow } from '../../../../web/forms/form-section.tsx'
import { useAfterRender } from '../../../../web/forms/use-after-render.ts'
import { Button } from '../../../../web/ui/button.tsx'
import { Notice } from '../../../../web/ui/notice.tsx'
import { useHomeCurrency } from '../../../auth/web/session.ts'
import type { Client } from '../../../clients/contract.ts'
import { ClientChooser } from '../../../clients/web/client-chooser.tsx'
import { useSwitchCurrency } from '../charge/use-currency.ts'
import { ClientTaxFields } from './client-tax-fields.tsx'
import type { ContentValues } from './content-values.ts'
import { FormTextField } from './form-text-field.tsx'
import { useTaxTreatment } from './use-tax-treatment.ts'

const emptyClient = {
  id: null,
  name: '',
  email: '',
  phone: '',
  address: '',
  contactName: '',
  country: '',
  taxId: '',
  taxTreatment: 'standard',
} as const
// The browser would fill in the owner's own data here.
const noAutoComplete = { autoComplete: 'off' }

interface ClientFieldsProps {
  hasClients: boolean
  /** Payments were made in the currency of the document. */
  isCurrencyFixed?: boolean
}

export function ClientFields({ hasClients, isCurrencyFixed = false }: ClientFieldsProps) {
  const { control, getValues, setValue, setFocus } = useFormContext<ContentValues>()
  const id = useWatch({ control, name: 'client.id' })
  const [isBlank] = useState(() => getValues('client.name') === '')
  const [chosen, setChosen] = useState<{ id: string; name: string } | null>(null)
  const current = chosen?.id === id ? chosen : id === null ? null : { id, name: getValues('client.name') }

  const { treat, hasRemovedTaxes } = useTaxTreatment()
  const hasTaxDetails = useHasTaxDetails()
  const [showsTax, setShowsTax] = useState(hasTaxDetails)
  // It stays open when it is emptied: nothing folds while someone types.
  if (hasTaxDetails && !showsTax) setShowsTax(true)
  const afterRender = useAfterRender()

  const homeCurrency = useHomeCurrency()
  const switchCurrency = useSwitchCurrency()
  const givenCurrency = useRef(homeCurrency)

  /** Takes over the currency of the client, unless the owner has chosen another. */
  function followCurrency(currency: string) {
    if (isCurrencyFixed || getValues('currency') !== givenCurrency.current) return
    givenCurrency.current = currency
    switchCurrency(currency)
  }

  function choose({ companyName, currency, ...client }: Client) {
    setChosen({ id: client.id, name: companyName })
    setValue('client', { ...client, name: companyName }, { shouldDirty: true })
    treat(client.taxTreatment)
    followCurrency(currency ?? homeCurrency)
  }

  function startNew() {
    setValue('client', emptyClient, { shouldDirty: true })
    treat('standard')
    followCurrency(homeCurrency)
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
        labelAction={
          !showsTax && (
            <Button
              variant="link"
              // As high as the label beside it. The touch target extends upwards.
              className="-mt-1 pb-0 touch:-mt-6 touch:items-end touch:pt-0"
              onClick={() => {
                setShowsTax(true)
                afterRender(() => focusField('client.country'))
              }}
            >
              Tax details
            </Button>
          )
        }
      />
      {showsTax && <ClientTaxFields onTreat={treat} hasRemovedTaxes={hasRemovedTaxes} />}
    </FormSection>
  )
}

/** Whether something is filled in that the client's tax details hold, or wrong with it. */
function useHasTaxDetails(): boolean {
  const { control } = useFormContext<ContentValues>()
  const [client, taxNote] = useWatch({ control, name: ['client', 'taxNote'] })
  const { errors } = useFormState({ control, name: ['client', 'taxNote'] })
  const isFilled = client.country !== '' || client.taxId !== '' || client.taxTreatment !== 'standard'
  const isWrong = [errors.client?.country, errors.client?.taxId, errors.taxNote].some(Boolean)
  return isFilled || taxNote !== '' || isWrong
}
