import type { ComponentProps } from 'react'
import { countries } from '../../../shared/countries.ts'
import { Select } from '../../../web/ui/fields/select.tsx'

/** All countries by name, and none. */
export function CountrySelect(props: Omit<ComponentProps<typeof Select>, 'children'>) {
  return (
    <Select {...props}>
      <option value="">Not chosen</option>
      {countries.map(({ code, name }) => (
        <option key={code} value={code}>
          {name}
        </option>
      ))}
    </Select>
  )
}
