export declare function filesOf(root: string, places: readonly string[]): string[];
export declare function digestOf(root: string, files: readonly string[]): string;
