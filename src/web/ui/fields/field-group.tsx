import { type ReactNode, use } from 'react'
import { FieldContext } from './field-context.ts'

/** Several controls inside a `<Field group>`, which labels and describes them together. */
export function FieldGroup({ className, children }: { className?: string | undefined; children: ReactNode }) {
  const field = use(FieldContext)
  return (
    <fieldset aria-labelledby={field?.labelId} aria-describedby={field?.describedBy} className={className}>
      {/* Each control is a field itself and must not take the id or the messages of the group. */}
      <FieldContext value={null}>{children}</FieldContext>
    </fieldset>
  )
}
