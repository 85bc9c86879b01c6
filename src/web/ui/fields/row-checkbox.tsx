interface RowCheckboxProps {
  /** Says which row it is. */
  label: string
  checked: boolean
  onChange: () => void
}

/** Chooses a row of a list; a thumb's size in the room of a small one. */
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
