declare module 'virtual:help-index' {
  /** The index as serialized by MiniSearch. */
  const index: string
  export default index
}
