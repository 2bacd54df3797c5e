import { customs, payments, receiverContact, subtotals } from './common-blocks.ts'
import { stamp } from './stamp.ts'

/** [S5, DTEDefType/Documento]: types 33, 34, 46, 52, 56 and 61. */
export const documento = `
Documento @ID:id
  Encabezado
    IdDoc
      TipoDTE DTEType
      Folio FolioType
      FchEmis FechaType
      IndNoRebaja? positive (1)
      TipoDespacho? positive (1|2|3)
      IndTraslado? positive (1|2|3|4|5|6|7|8|9)
      TpoImpresion? string 1..1 (N|T)
      IndServicio? positive (1|2|3)
      MntBruto? integer (1)
      TpoTranCompra? TipoTransCOMPRA
      TpoTranVenta? TipoTransVENTA
      FmaPago? positive (1|2|3)
      FmaPagExp? positive 2d
${payments}
      TipoFactEsp? nonNegative 1d (1)
    Emisor
      RUTEmisor RUTType
      RznSoc RznSocLargaType
      GiroEmis string 1..80
      Telefono*2 FonoType ..20
      CorreoEmisor? MailType
      Acteco+4 positive 6d
      GuiaExport?
        CdgTraslado? positive 1d (1|2|3|4)
        FolioAut? NroResolType
        FchAut? FechaType
      Sucursal? string ..20
      CdgSIISucur? positive 9d
      DirOrigen? string ..70
      CmnaOrigen? ComunaType
      CiudadOrigen? CiudadType
      CdgVendedor? string ..60
      IdAdicEmisor? string 1..20
      RUTProveedor? RUTType
      RznSocProveedor? RznSocLargaType
    RUTMandante? RUTType
    Receptor
      RUTRecep RUTType
      CdgIntRecep? string ..20
      RznSocRecep RznSocLargaType
      Extranjero?
        NumId? string 1..20
        Nacionalidad? string 1..3
        TipoDocID? nonNegative (1|2)
${receiverContact}
    RUTSolicita? RUTType
    Transporte?
      Patente? string ..8
      PatenteCarro? string ..8
      RUTTrans? RUTType
      Chofer?
        RUTChofer RUTType
        NombreChofer string ..30
      DirDest? string ..70
      CmnaDest? ComunaType
      CiudadDest? CiudadType
${customs}
      FchSalida? FechaType [2003-04-01,]
      HraSalida? HoraType [00:00:00,23:59:59]
      FchLlegada? FechaType [2003-04-01,]
    Totales
      MntNeto? MontoType
      MntExe? MontoType
      MntBase? MontoType
      MntMargenCom? MontoType
      TasaIVA? PctType
      IVA? MontoType
      IVAProp? MontoType
      IVATerc? MontoType
      ImptoReten*20
        TipoImp ImpAdicDTEType
        TasaImp? PctType [,100.00]
        MontoImp ValorType
      IVANoRet? MntImpType
      CredEC? MontoType
      GrntDep? MontoType
      Comisiones?
        ValComNeto? MontoType
        ValComExe? MontoType
        ValComIVA? MontoType
      MntTotal MontoType
      MontoNF? ValorType
      MontoPeriodo? ValorType
      SaldoAnterior? ValorType
      VlrPagar? ValorType
    OtraMoneda?
      TpoMoneda TipMonType
      TpoCambio? Dec6_4Type
      MntNetoOtrMnda? Dec14_4Type
      MntExeOtrMnda? Dec14_4Type
      MntFaeCarneOtrMnda? Dec14_4Type
      MntMargComOtrMnda? Dec14_4Type
      IVAOtrMnda? Dec14_4Type
      ImpRetOtrMnda*20
        TipoImpOtrMnda ImpAdicDTEType
        TasaImpOtrMnda? PctType
        VlrImpOtrMnda Dec14_4Type
      IVANoRetOtrMnda? Dec14_4Type
      MntTotOtrMnda Dec14_4Type
  Detalle+60
    NroLinDet positive [,99]
    CdgItem*5
      TpoCodigo string ..10
      VlrCodigo string ..35
    IndExe? positive (1|2|3|4|5|6)
    Retenedor?
      IndAgente string ..1 (R)
      MntBaseFaena? MontoType
      MntMargComer? MontoType
      PrcConsFinal? MontoType
    NmbItem string ..80
    DscItem? string ..1000
    QtyRef? Dec12_6Type
    UnmdRef? string ..4
    PrcRef? Dec12_6Type
    QtyItem? Dec12_6Type
    Subcantidad*5
      SubQty Dec12_6Type
      SubCod string ..35
    FchElabor? FechaType
    FchVencim? FechaType
    UnmdItem? string ..4
    PrcItem? Dec12_6Type
    OtrMnda?
      PrcOtrMon Dec12_6Type
      Moneda string ..3
      FctConv? Dec6_4Type
      DctoOtrMnda? Dec14_4Type
      RecargoOtrMnda? Dec14_4Type
      MontoItemOtrMnda? Dec14_4Type
    DescuentoPct? PctType
    DescuentoMonto? MntImpType
    SubDscto*5
      TipoDscto DineroPorcentajeType
      ValorDscto Dec16_2Type
    RecargoPct? PctType [,999.99]
    RecargoMonto? MntImpType
    SubRecargo*5
      TipoRecargo DineroPorcentajeType
      ValorRecargo Dec16_2Type
    CodImpAdic*2 ImpAdicDTEType
    MontoItem MontoType
  SubTotInfo*20
${subtotals}
  DscRcgGlobal*20
    NroLinDR positive
    TpoMov string 1..1 (D|R)
    GlosaDR? string ..45
    TpoValor DineroPorcentajeType
    ValorDR Dec16_2Type
    ValorDROtrMnda? Dec14_4Type
    IndExeDR? positive (1|2)
  Referencia*40
    NroLinRef positive [,99]
    TpoDocRef string 1..3
    IndGlobal? nonNegative 1d (1)
    FolioRef FolioRType
    RUTOtr? RUTType
    FchRef FechaType
    CodRef? positive (1|2|3)
    RazonRef? string ..90
  GeoRefEmision?
    LatitudEmision string ..30
    LongitudEmision string ..30
    SistemaReferencia positive [,9]
  ManejoMadera?
    ComunaRolOrigen positive 6d
    MnzRolOrigen positive 6d
    PrdRolOrigen positive 6d
    ComunaRolDestino? positive 6d
    MnzRolDestino? positive 6d
    PrdRolDestino? positive 6d
    CodPlanConaf string ..40
    AvisoEjecucionFaena? string ..40
    LatitudOrigenMadera string ..30
    LongitudOrigenMadera string ..30
    LatitudDestinoMadera? string ..30
    LongitudDestinoMadera? string ..30
    SistemareferenciaMadera positive 1d
  Comisiones*20
    NroLinCom positive [1,20]
    TipoMovim string 1.. (C|O)
    Glosa string 1..60
    TasaComision? PctType
    ValComNeto MontoType
    ValComExe MontoType
    ValComIVA? MontoType
${
  stamp({ type: 'DTEType', text: 'string 1..40', amount: 'unsignedLong', date: 'FechaType', dateTime: 'FechaHoraType' })
}
  TmstFirma FechaHoraType
`
