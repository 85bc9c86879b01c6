import type { FieldErrors } from '../../../../shared/errors.ts'
import { type PortalDetails, portalDetailsSchema } from '../../contract.ts'

/** Checks the form as the server does: one message for each wrong field. */
export function checkDetails(values: PortalDetails): FieldErrors {
  const { error } = portalDetailsSchema.safeParse(values)
  const messages: FieldErrors = {}
  for (const { path, message } of error?.issues ?? []) messages[path.join('.')] ??= message
  return messages
}

const asked = 'You asked to have your details changed.'

/** What became of the change that the client asked for. */
export function proposalText(state: 'pending' | 'accepted' | 'declined', business: string): string {
  switch (state) {
    case 'pending':
      return `${asked} ${business} hasn’t decided yet. You can still correct it.`
    case 'accepted':
      return `${business} has accepted your change.`
    case 'declined':
      return `${business} has declined your change, so your details stay as they are.`
  }
}
