import { FormSection, wholeRow } from '../../../../web/forms/form-section.tsx'
import { ChargeFields } from './charge-fields.tsx'

export function ChargeSection() {
  return (
    <FormSection title="Charge">
      <div className={wholeRow}>
        <ChargeFields />
      </div>
    </FormSection>
  )
}
