import type { FieldPath } from 'react-hook-form'
import type { FieldErrors } from '../../../shared/errors.ts'
import { type ClientAccount, type ClientInput, type TaxTreatment, clientInputSchema } from '../contract.ts'

export interface ClientFormValues {
  name: string
  email: string
  phone: string
  address: string
  contactName: string
  country: string
  taxId: string
  taxTreatment: TaxTreatment
  currency: string
  /** What its own fields hold, by their ids. */
  ownFields: Record<string, string>
  /** Only for a new client: later it is a switch of its own. */
  noReminders: boolean
}

export function valuesOf(client: ClientAccount | null, homeCurrency: string): ClientFormValues {
  return {
    name: client?.companyName ?? '',
    email: client?.email ?? '',
    phone: client?.phone ?? '',
    address: client?.address ?? '',
    contactName: client?.contactName ?? '',
    country: client?.country ?? '',
    taxId: client?.taxId ?? '',
    taxTreatment: client?.taxTreatment ?? 'standard',
    currency: client?.currency ?? homeCurrency,
    ownFields: client?.ownFields ?? {},
    noReminders: client?.noReminders ?? false,
  }
}

export function inputOf({ noReminders: _switch, ...details }: ClientFormValues): ClientInput {
  return details
}

/** Checks the form as the server does: one message for each wrong field. */
export function checkClientForm(values: ClientFormValues): FieldErrors {
  const { error } = clientInputSchema.safeParse(inputOf(values))
  const messages: FieldErrors = {}
  for (const { path, message } of error?.issues ?? []) messages[path.join('.')] ??= message
  return messages
}

const fields: readonly string[] = Object.keys(valuesOf(null, ''))

/** The field of the form for one that the server names. */
export function fieldOf(path: string): FieldPath<ClientFormValues> | undefined {
  const name = path.replace(/^client\./, '')
  const isKnown = fields.includes(name) || name.startsWith('ownFields.')
  return isKnown ? (name as FieldPath<ClientFormValues>) : undefined
}
