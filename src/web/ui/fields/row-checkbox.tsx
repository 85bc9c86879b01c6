interface RowCheckboxProps {
  /** The accessible name, which identifies the row. */
  label: string
  checked: boolean
  onChange: () => void
}

/** Selects a row of a list. Its touch target is 44 pixels wide without taking up that much space. */
export function RowCheckbox({ label, checked, onChange }: RowCheckboxProps) {
  return (
    <label className="-m-3 flex size-11 items-center justify-center">
      <input
        type="checkbox"
        aria-label={label}
        checked={checked}
        onChange={onChange}
        className="size-5 accent-accent"
      />
    </label>
  )
}
