/** Where images are kept, by a name that says their content: the same name is always the same image. */
export type ImageStore = {
  put(name: string, image: Buffer): Promise<void>
  get(name: string): Promise<Buffer | undefined>
  /** Also of what is not there. */
  remove(name: string): Promise<void>
  /** Rejects when nothing could be put now; of a bucket that is not known. */
  check(): Promise<void>
}

/** Where browsers find them. */
export const uploadUrl = '/uploads/'
