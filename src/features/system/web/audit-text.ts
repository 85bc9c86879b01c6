import { mailKindText } from '../../admin-mail/web/mail-text.ts'
import type { AuditEntry } from '../contract.ts'

/** Formats the details of an action, such as "Kind: Test mail". */
export function detailText(details: Record<string, string>): string[] {
  return Object.entries(details).map(([name, value]) => {
    const label = name.replaceAll(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`).replaceAll('-', ' ')
    return `${label.charAt(0).toUpperCase()}${label.slice(1)}: ${name === 'kind' ? mailKindText(value) : value}`
  })
}

/** For an entry without a target: the address of a mail on behalf of a business is not recorded. */
export function namelessText({ details }: Pick<AuditEntry, 'details'>): string {
  return 'kind' in details ? 'A business’s email' : '—'
}
