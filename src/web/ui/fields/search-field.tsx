import { Search } from 'lucide-react'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { Field } from './field.tsx'
import { Input } from './input.tsx'

const typingPauseMs = 250

interface SearchFieldProps {
  label: string
  placeholder?: string
  hint?: string
  /** What is being searched for, as the address says it. */
  search: string
  /** Called once somebody stops typing. */
  onSearch: (search: string) => void
  maxLength: number
  className?: string
}

/** A search whose text lives in the address of the page. */
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
  // What the address said last by our own doing. Anything else there came with Back or a link, and the field follows.
  const settled = useRef(search)
  const input = useRef<HTMLInputElement>(null)

  // On a page that is rendered ahead, somebody may have typed before the app took it over.
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
        />
      </Field>
    </search>
  )
}
