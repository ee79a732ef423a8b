// Takes the place of the federation's own error texts (webpack.ts): 0.5 kB in the shell and in each remote for lines that a
// developer reads. The code of the error stays in the message, with the address of the page that explains it.

export const runtimeDescMap = {}
export const typeDescMap = {}
export const buildDescMap = {}
export const errorDescMap = {}
