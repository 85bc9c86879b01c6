import { Search } from 'lucide-react'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { ClearButton } from './clear-button.tsx'
import { Field } from './field.tsx'
import { Input } from './input.tsx'

const typingPauseMs = 250

interface SearchFieldProps {
  label: string
  placeholder?: string
  hint?: string
  search: string
  /** Called when the user stops typing. */
  onSearch: (search: string) => void
  maxLength: number
  className?: string
}

/** A search field whose text is part of the URL state. */
export function SearchField({
  label,
  placeholder = label,
  hint,
  search,
  onSearch,
  maxLength,
  className = 'w-full sm:w-72',
}: SearchFieldProps) {
  const [text, setText] = useState(search)
  // The last search that this field wrote to the URL. Another one, from Back or a link, replaces the text.
  const settled = useRef(search)
  const input = useRef<HTMLInputElement>(null)

  // On a pre-rendered page, the user may have typed before hydration.
  useEffect(() => {
    if (input.current) setText(input.current.value)
  }, [])

  useEffect(() => {
    if (search === settled.current) return
    settled.current = search
    setText(search)
  }, [search])

  const settle = useEffectEvent((typed: string) => {
    const wanted = typed.trim()
    if (wanted === settled.current) return
    settled.current = wanted
    onSearch(wanted)
  })

  useEffect(() => {
    const timer = setTimeout(() => settle(text), typingPauseMs)
    return () => clearTimeout(timer)
  }, [text])

  function clear() {
    setText('')
    input.current?.focus()
  }

  return (
    <search className={className}>
      <Field label={label} hint={hint} hideLabel>
        <Input
          ref={input}
          type="search"
          value={text}
          onChange={(event) => setText(event.target.value)}
          maxLength={maxLength}
          placeholder={placeholder}
          autoComplete="off"
          enterKeyHint="search"
          leading={<Search aria-hidden />}
          trailing={text !== '' && <ClearButton label="Clear search" onClear={clear} />}
          className="[&_::-webkit-search-cancel-button]:hidden"
        />
      </Field>
    </search>
  )
}
