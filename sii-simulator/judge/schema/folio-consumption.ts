/** ConsumoFolio_v10 [S5]. */
export const consumoFolios = `
ConsumoFolios @version=decimal:1.0
  DocumentoConsumoFolios @ID:id
    Caratula @version=decimal:1.0
      RutEmisor RUTType
      RutEnvia RUTType
      FchResol date
      NroResol NroResolType
      FchInicio date
      FchFinal date
      Correlativo? nonNegative 3d
      SecEnvio nonNegative 3d
      TmstFirmaEnv dateTime
    Resumen+3
      TipoDocumento positive (39|41|61)
      MntNeto? MontoType
      MntIva? MontoType
      TasaIVA? PctType
      MntExento? MontoType
      MntTotal MontoType
      FoliosEmitidos nonNegative 6d
      FoliosAnulados nonNegative 6d
      FoliosUtilizados nonNegative 6d
      RangoUtilizados*1000000
        Inicial FolioType
        Final FolioType
      RangoAnulados*1000000
        Inicial FolioType
        Final? FolioType
  <Signature>
`
