import type { CategoryOption } from './category-options.ts'

/** The options of a select. */
export function CategoryOptionList({ options }: { options: readonly CategoryOption[] }) {
  return options.map(({ name, label }) => (
    <option key={name} value={name}>
      {label}
    </option>
  ))
}
