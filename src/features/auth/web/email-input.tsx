import type { ComponentProps } from 'react'
import { Input } from '../../../web/ui/fields/input.tsx'

/** An input for email addresses: the right keyboard, no auto-capitalization, no spell check. */
export function EmailInput(props: ComponentProps<typeof Input>) {
  return <Input type="email" inputMode="email" autoCapitalize="none" spellCheck={false} {...props} />
}
