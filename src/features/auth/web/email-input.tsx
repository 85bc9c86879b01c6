import type { ComponentProps } from 'react'
import { Input } from '../../../web/ui/fields/input.tsx'

/** An address as people type it: the right keyboard, no capitals put in, nothing underlined as misspelt. */
export function EmailInput(props: ComponentProps<typeof Input>) {
  return <Input type="email" inputMode="email" autoCapitalize="none" spellCheck={false} {...props} />
}
