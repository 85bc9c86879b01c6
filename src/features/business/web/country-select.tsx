import type { ComponentProps } from 'react'
import { countries } from '../../../shared/countries.ts'
import { Combobox } from '../../../web/ui/fields/combobox.tsx'

const options = countries.map(({ code, name }) => ({ value: code, label: name }))

interface CountrySelectProps extends Pick<ComponentProps<typeof Combobox>, 'ref' | 'name' | 'onBlur'> {
  /** Empty where none was chosen, or the field was emptied. */
  value: string
  onChange: (country: string) => void
}

/** All countries, found by their name or code. */
export function CountrySelect({ value, onChange, ...props }: CountrySelectProps) {
  return (
    <Combobox
      {...props}
      value={options.find((option) => option.value === value) ?? null}
      onValueChange={(option) => onChange(option?.value ?? '')}
      options={options}
      placeholder="Not chosen"
      emptyText="No country found."
    />
  )
}
