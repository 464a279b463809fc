export declare function packagesAreCurrent(root: string): boolean;
export declare function installPackages(root: string): Promise<void>;
