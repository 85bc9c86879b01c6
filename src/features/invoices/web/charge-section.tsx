import { ChargeFields } from './charge-fields.tsx'
import { FormSection, wholeRow } from './form-section.tsx'

export function ChargeSection() {
  return (
    <FormSection title="Charge">
      <div className={wholeRow}>
        <ChargeFields />
      </div>
    </FormSection>
  )
}
