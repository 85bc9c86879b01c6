import { type FocusEvent, useCallback, useEffect, useRef } from 'react'
import type { FieldErrors, FieldPath, FieldValues, UseFormReturn } from 'react-hook-form'

/**
 * Shows the error of a field when it loses the focus, and removes it once it is corrected. An empty field is
 * no error until the first attempt to save. After that, every change checks the whole form.
 */
export function useFieldChecks<V extends FieldValues>(form: UseFormReturn<V>) {
  type Path = FieldPath<V>
  const { errors, isSubmitted } = form.formState
  const state = useRef({ errors, isSubmitted })
  useEffect(() => {
    state.current = { errors, isSubmitted }
  }, [errors, isSubmitted])
  // Updated before the next render: the click that blurs a field may also be the one that saves.
  useEffect(
    () =>
      form.subscribe({
        formState: { isSubmitted: true },
        callback: (formState) => {
          state.current.isSubmitted = formState.isSubmitted ?? state.current.isSubmitted
        },
      }),
    [form],
  )

  const check = useCallback(
    (names: Path[]) => {
      const isBlank = (name: Path) => {
        const value: unknown = form.getValues(name) ?? ''
        return typeof value === 'string' && value.trim() === ''
      }
      const blank = names.filter(isBlank)
      if (blank.length > 0) form.clearErrors(blank)
      const filled = names.filter((name) => !isBlank(name))
      if (filled.length > 0) void form.trigger(filled)
    },
    [form],
  )
  const recheck = useCallback(() => {
    if (state.current.isSubmitted) void form.trigger()
    else check(pathsOf(state.current.errors) as Path[])
  }, [form, check])

  const afterPress = useAfterPress()
  function checkOnBlur({ target, currentTarget }: FocusEvent<HTMLFormElement>) {
    // Fields of a dialog that was opened from this form bubble their events here, through React.
    if (!(target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement)) return
    if (!currentTarget.contains(target) || target.name === '' || state.current.isSubmitted) return
    const name = target.name as Path
    afterPress(() => {
      if (!state.current.isSubmitted) check([name])
    })
  }

  return { recheck, checkOnBlur }
}

function pathsOf(errors: FieldErrors, prefix = ''): string[] {
  return Object.entries(errors).flatMap(([key, error]) => {
    if (typeof error !== 'object' || error === null) return []
    const path = `${prefix}${key}`
    return typeof error.type === 'string' ? [path] : pathsOf(error as FieldErrors, `${path}.`)
  })
}

/** Waits for the pointer's release: an error message could move the pressed button away from it. */
function useAfterPress(): (action: () => void) => void {
  const press = useRef({ isDown: false, pending: [] as (() => void)[] })
  useEffect(() => {
    const controller = new AbortController()
    const options = { capture: true, signal: controller.signal }
    function end() {
      press.current.isDown = false
      const actions = press.current.pending.splice(0)
      // Runs after the click event.
      setTimeout(() => actions.forEach((action) => action()))
    }
    window.addEventListener('pointerdown', () => (press.current.isDown = true), options)
    window.addEventListener('pointerup', end, options)
    window.addEventListener('pointercancel', end, options)
    return () => controller.abort()
  }, [])
  return (action) => {
    if (press.current.isDown) press.current.pending.push(action)
    else action()
  }
}
